-- A photo that any record had belongs to that record for ever: whoever reads its history sees it. It may be put back on that
-- record. The unique index on test_records knows current photos alone. Whoever takes a photo and whoever lets go of it wait for each other at its row.
create function keep_photo_to_its_record() returns trigger language plpgsql as $$
begin
  perform from device_images
    where tenant_id = new.tenant_id and id in (new.device_image_id, old.device_image_id)
    order by id for no key update;
  if exists (
    select from test_record_versions
      where tenant_id = new.tenant_id and device_image_id = new.device_image_id and test_record_id <> new.id
  ) then
    raise unique_violation using message = 'The photo belongs to an earlier version of another record';
  end if;
  return new;
end
$$;
create trigger keep_photo_on_insert before insert on test_records
  for each row when (new.device_image_id is not null) execute function keep_photo_to_its_record();
create trigger keep_photo_on_update before update of device_image_id on test_records
  for each row when (old.device_image_id is distinct from new.device_image_id) execute function keep_photo_to_its_record();
