-- Browsers that people have shown to be theirs: each holds a cookie with a random token that outlives its sessions.

create table browsers (
  tenant_id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('email', 'login')),
  token_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (tenant_id, user_id, purpose, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
call isolate_by_tenant('browsers');
comment on table browsers is 'Written when somebody registers or asks for a new email (email), and when they log in (login).';
comment on column browsers.purpose is 'email: confirms the address that waits by a click. login: others'' wrong passwords do not shut it out.';
comment on column browsers.token_hash is 'SHA-256 of the user''s id and the cookie, so that rows do not tell who shares a browser.';

grant select, insert, update, delete on browsers to {{server}};
