-- A start finds the house makers by what operators did, without a walk through all of the audit log.
create index audit_house on audit (batch, place) where action in ('start-house-maker', 'stop-house-maker');
