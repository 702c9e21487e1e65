-- For each tenant, in a transaction of its own. Lots that differ only in what nobody sees are the same lot from now on, in tests that are
-- stored as in those that are recorded: they are read as the program reads what is typed (readIdentifier,
-- contract/rules/written-characters.ts). What a test said before it was corrected stays as it was.
create or replace function pg_temp.signs(first int, last int) returns text language sql immutable as
  $$ select string_agg(chr(n), '' order by n) from generate_series(first, last) as n $$;
create or replace function pg_temp.read(value text) returns text language sql immutable as $$
  select nullif(normalize(btrim(regexp_replace(
    translate(
      regexp_replace(
        regexp_replace(value, '[\u0009-\u000d\u0085\u00a0\u115f\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]', ' ', 'g'),
        '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffc\U000e0000-\U000e0fff]',
        '', 'g'),
      pg_temp.signs(65281, 65374) || pg_temp.signs(1632, 1641) || pg_temp.signs(1776, 1785)
        || pg_temp.signs(8208, 8213) || chr(8722) || chr(65112) || chr(65123),
      pg_temp.signs(33, 126) || '0123456789' || '0123456789' || '---------'),
    ' {2,}', ' ', 'g')), NFC), '') $$;
update test_records set lot = pg_temp.read(lot)
where lot ~ '[^!-~]' and lot is distinct from pg_temp.read(lot)
  and coalesce(char_length(pg_temp.read(lot)), 0) <= 50;
update test_runs set lot = pg_temp.read(lot)
where lot ~ '[^!-~]' and lot is distinct from pg_temp.read(lot)
  and coalesce(char_length(pg_temp.read(lot)), 0) <= 50;
