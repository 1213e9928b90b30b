-- A start finds the invites by what was done about them, without a walk through all of the audit log.
create index audit_invites on audit (batch, place) where action in ('make-invite', 'revoke-invite', 'use-invite');

-- Names that come with invites. They are no part of the journal, so that a name can be erased.
create table invite_names (
  invite text primary key,
  name text not null
);
