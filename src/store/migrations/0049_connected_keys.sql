-- The keys whose orders are cancelled once their last connection to the user channel has ended.
create table connected_keys (
  api_key uuid primary key,
  address text not null,
  grace_ms integer not null
);
