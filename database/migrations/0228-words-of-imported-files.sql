-- What a word in a cell means, as it was answered for an earlier file: the result, sex or race that it stands for.
-- The version before goes on: it writes no such answer, and looks for the other kinds by their names.
alter table import_mappings drop constraint import_mappings_kind_check;
alter table import_mappings add constraint import_mappings_kind_check check (kind in ('columns', 'kit', 'group', 'word'));
