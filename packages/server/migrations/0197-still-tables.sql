-- Holds the tables still from which it is decided who calls and which hosted layers that caller sees: until the end of the transaction
-- everybody may read them and nobody changes them. False, with nothing held, while somebody is changing one of them: it never waits.
create function hold_still() returns boolean language plpgsql as $$
begin
  lock table account, role, revoked_token, item, item_share, user_group, group_member,
    feature_service, feature_layer, feature_view, feature_edits in share mode nowait;
  return true;
exception when lock_not_available then
  return false;
end $$;
