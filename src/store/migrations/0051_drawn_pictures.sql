-- The demo's pictures are SVG; operators cannot add any.
alter table images drop constraint images_media_type_check;
alter table images add constraint images_media_type_check
  check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'));
