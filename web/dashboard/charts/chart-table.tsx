import { MarkLink } from './mark-link.tsx'
import * as styles from './chart-table.module.css'
import { useRoving } from './roving.ts'
import type { Cell, TableOfFigures } from '../../lists/table-of-figures.ts'

/** A chart as a table. Each figure that counts tests links to them; arrow keys move between the figures. */
export function ChartTable({ table }: { table: TableOfFigures }) {
  const { caption, columns, rows, sums } = table
  const all = [...rows, ...(sums ? [{ key: 'sums', cells: sums }] : [])]
  const { around, mark } = useRoving(
    all.flatMap(({ cells }, row) => cells.flatMap(({ list }, column) => (list ? [{ row, column }] : []))),
  )

  const cell = ({ text, list }: Cell, row: number, column: number) =>
    list === undefined ? (
      text
    ) : (
      <MarkLink list={list} {...mark({ row, column })}>
        {text}
      </MarkLink>
    )
  const line = (cells: readonly Cell[], row: number) =>
    cells.map((one, column) =>
      column === 0 ? (
        <th key={column} scope="row">
          {cell(one, row, column)}
        </th>
      ) : (
        <td key={column} data-number={columns[column]?.isNumber || undefined}>
          {cell(one, row, column)}
        </td>
      ),
    )

  return (
    // A long table scrolls within its frame; by keyboard, its links scroll it.
    <div className={styles.frame} {...around}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" data-number={isNumber || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }, row) => (
            <tr key={key}>{line(cells, row)}</tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>{line(sums, rows.length)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
