-- A start finds the announcements by what operators did, without a walk through all of the audit log.
create index audit_announcements on audit (batch, place) where action in ('announce', 'withdraw-announcement');
