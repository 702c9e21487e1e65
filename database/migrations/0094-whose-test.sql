-- Undoing a merge gives tests back, so the subject that a version names tells whose test it was only where a change was about that.
alter table test_record_versions add column moves_subject boolean;
comment on column test_record_versions.moves_subject is 'Whether the change gave the test to another subject. If not, the test belonged to one person before and after, by whatever id a merge made them known. Null in rows of earlier versions, whose ids are compared.';
