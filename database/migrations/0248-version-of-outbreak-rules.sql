-- The rules of outbreaks have a version, so that whoever saves them is told of what a colleague saved meanwhile.
-- The version before goes on: what it saves keeps the version, and so is not told of.

alter table outbreak_rules add column version int not null default 1;
