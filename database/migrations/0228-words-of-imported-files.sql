-- What a word in a cell means, as it was answered for an earlier file: the result, sex or race that it stands for.
alter table import_mappings drop constraint import_mappings_kind_check;
alter table import_mappings add constraint import_mappings_kind_check check (kind in ('columns', 'kit', 'group', 'word'));
