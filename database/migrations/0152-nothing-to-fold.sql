-- Where nothing waits to be counted, folding asks no other server than that of the tenant, so that one that is away stops nobody else.
-- The version before goes on: it calls the same function.
do $$
begin
  -- The rest of the function stays as it is.
  execute replace(
    pg_get_functiondef('fold_record_deltas(uuid, int)'::regprocedure),
    '  with taken as (',
    '  if newest is null then' || chr(10) || '    return 0;' || chr(10) || '  end if;' || chr(10) || '  with taken as ('
  );
end $$;
