-- The server enters a tenant with a statement of its own and opens the request with another, which names the tenant as a
-- value (`server/access/opening.ts`).

drop function open_request(text, bytea);
comment on function current_tenant() is 'The tenant of the running transaction, set by the server or by enter_tenant; null outside one.';
