-- A photo shows one device, so it belongs to one record; two that are saved at once must not both get it.

drop index test_records_of_image;
create unique index test_records_of_image on test_records (tenant_id, device_image_id) where device_image_id is not null;
