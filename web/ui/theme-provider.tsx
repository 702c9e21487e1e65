import { createTheme, MantineProvider, type CSSVariablesResolver } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { ink, primaryShades, scaleOf, type PrimaryShades } from './colour.ts'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import './control-styles.ts'
import controls from './controls.module.css'

/** Gives the component library's controls the design's tokens and a tenant's primary colour (#RRGGBB), light scheme only. */
export function ThemeProvider({ primary, children }: { primary: string; children: ReactNode }) {
  const { theme, variables } = useMemo(() => themeOf(primaryShades(primary)), [primary])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="light">
      {children}
    </MantineProvider>
  )
}

const font = "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

const inputStyles = {
  classNames: {
    label: controls.label,
    description: controls.help,
    error: controls.error,
    input: controls.input,
  },
  inputWrapperOrder: ['label', 'description', 'input', 'error'],
}

function themeOf(shades: PrimaryShades) {
  const theme = createTheme({
    fontFamily: font,
    headings: { fontFamily: font, fontWeight: '600' },
    black: ink,
    colors: { primary: scaleOf(shades.fill) },
    primaryColor: 'primary',
    primaryShade: 6,
    defaultRadius: 8,
    radius: { xs: '4px', sm: '8px', md: '8px', lg: '12px', xl: '16px' },
    fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    breakpoints: { xs: '48em', sm: '64em', md: '90em', lg: '120em', xl: '160em' },
    shadows: { md: 'var(--shadow-float)' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'md' }, classNames: { root: controls.button } },
      InputWrapper: { defaultProps: inputStyles },
      TextInput: { defaultProps: { ...inputStyles, size: 'md' } },
      PasswordInput: { defaultProps: { ...inputStyles, size: 'md' }, classNames: { innerInput: controls.inner } },
      Textarea: { defaultProps: { ...inputStyles, size: 'md' } },
      NativeSelect: { defaultProps: { ...inputStyles, size: 'md' } },
      Select: { defaultProps: { ...inputStyles, size: 'md', allowDeselect: false } },
      DateInput: { defaultProps: { ...inputStyles, size: 'md' } },
      TimeInput: { defaultProps: { ...inputStyles, size: 'md' } },
    },
  })
  const variables: CSSVariablesResolver = () => ({
    variables: {},
    light: {
      '--mantine-primary-color-filled': shades.fill,
      '--mantine-primary-color-filled-hover': shades.fillHover,
      '--mantine-primary-color-contrast': shades.onFill,
      '--mantine-color-primary-text': shades.text,
      '--mantine-color-anchor': shades.text,
      '--mantine-color-dimmed': '#55606c',
      '--mantine-color-error': '#b42318',
      '--mantine-color-placeholder': '#69747f',
      '--mantine-color-body': 'var(--page)',
      '--mantine-color-default-border': 'var(--line)',
    },
    dark: {},
  })
  return { theme, variables }
}
