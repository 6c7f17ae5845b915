-- Items that a group shows first, in their order. What is no longer shared with the group is left out when it is read.

create table group_featured_item (
  group_id text not null references user_group (id) on delete cascade,
  item_id text not null references item (id) on delete cascade,
  place integer not null,
  primary key (group_id, item_id)
);
create index group_featured_item_item on group_featured_item (item_id);
