-- For each tenant, in a transaction of its own. Domains of emails are stored as people read them from now on: `käse.de` and not
-- `xn--kse-qla.de` (contract/rules/mail-domains.ts). Few addresses are stored in the other spelling.
-- The version before goes on: it still finds them by what people read, and the other spelling once it is replaced.
create or replace function pg_temp.adapted(delta bigint, places int, is_first boolean) returns int language plpgsql immutable as $$
declare
  rest bigint := delta / case when is_first then 700 else 2 end;
  steps int := 0;
begin
  rest := rest + rest / places;
  while rest > 455 loop
    rest := rest / 35;
    steps := steps + 36;
  end loop;
  return steps + 36 * rest / (rest + 38);
end $$;

-- Decodes a label by RFC 3492, section 6.2. What it does not describe stays as it is.
create or replace function pg_temp.decoded(label text) returns text language plpgsql immutable as $$
declare
  body text := substr(lower(label), 5);
  shown text := coalesce(substring(body from '^(.*)-'), '');
  digits text := coalesce(substring(body from '([^-]*)$'), '');
  code bigint := 128;
  at bigint := 0;
  bias int := 72;
  digit int;
  threshold int;
  delta bigint;
  weight bigint;
  step int;
  is_first boolean := true;
begin
  if lower(label) !~ '^xn--.' then return label; end if;
  while digits <> '' loop
    delta := 0;
    weight := 1;
    step := 1;
    loop
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', left(digits, 1)) - 1;
      if digits = '' or digit < 0 then return label; end if;
      digits := substr(digits, 2);
      threshold := least(greatest(36 * step - bias, 1), 26);
      delta := delta + digit * weight;
      if delta > 4294967295 then return label; end if;
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 1;
    end loop;
    bias := pg_temp.adapted(delta, char_length(shown) + 1, is_first);
    is_first := false;
    code := code + (at + delta) / (char_length(shown) + 1);
    at := (at + delta) % (char_length(shown) + 1);
    if code > 1114111 or code between 55296 and 57343 then return label; end if;
    shown := left(shown, at::int) || chr(code::int) || substr(shown, at::int + 1);
    at := at + 1;
  end loop;
  return shown;
end $$;

-- What is not made of letters, marks and digits once it is decoded stays as it is, as it does where it is typed: signs, joiners, and
-- wide letters and capitals, which are not what a domain is decoded to. Whoever typed such a domain would be found by it no more.
create or replace function pg_temp.read_email(email text) returns text language sql immutable as $$
  select case
    when decoded !~ '[^-a-z0-9.\u00b7\u00df-\u1fff\u2c00-\u2dff\u3005-\ufdff\U00010000-\U0001cfff\U0001e000-\U0001efff\U00020000-\U0003ffff]'
      and normalize(decoded, nfkc) = decoded and lower(decoded) = decoded
    then split_part(email, '@', 1) || '@' || decoded
    else email end
  from (
    select string_agg(pg_temp.decoded(label), '.' order by at) as decoded
    from string_to_table(lower(split_part(email, '@', 2)), '.') with ordinality as part (label, at)
  ) as domain $$;

update users set email = pg_temp.read_email(email) where email_key ~ '[@.]xn--' and pg_temp.read_email(email) <> email;
update users set pending_email = pg_temp.read_email(pending_email)
where lower(pending_email) ~ '[@.]xn--' and pg_temp.read_email(pending_email) <> pending_email;
update subject_identities set email = pg_temp.read_email(email)
where email_key ~ '[@.]xn--' and pg_temp.read_email(email) <> email;
update merged_subjects set email = pg_temp.read_email(email)
where email_key ~ '[@.]xn--' and pg_temp.read_email(email) <> email;
update invites set email = pg_temp.read_email(email) where email_key ~ '[@.]xn--' and pg_temp.read_email(email) <> email;

-- A link proves the address that it was sent to, and an erasure finds messages by theirs.
update tokens set email = pg_temp.read_email(email) where lower(email) ~ '[@.]xn--' and pg_temp.read_email(email) <> email;
update messages set recipient = pg_temp.read_email(recipient)
where lower(recipient) ~ '@(.*[.])?xn--' and pg_temp.read_email(recipient) <> recipient;
