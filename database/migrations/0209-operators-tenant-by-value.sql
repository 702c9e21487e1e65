-- The operator's own tenant is looked for by the value of the tenant that was entered. Where tenants are spread over servers, a question that
-- names none goes by way of every server, and this one was refused, so that the operator saw no directory. See
-- docs/decisions/0025-tenants-by-value.md. The version before goes on: the function answers the same.

create or replace function is_operators_tenant() returns boolean
  language plpgsql stable parallel safe as $$
declare
  own uuid := current_tenant();
begin
  return exists (select from tenants t where t.id = own and t.is_operator);
end $$;
