-- Where editor tracking was switched off, layers went on keeping their editors. Now they do not, and know their fields for when it is switched on again.
-- Layers with a view that leaves features to those who made them go on: nobody would own anything there any more.

update feature_layer l set
    fields = (
      select jsonb_agg(case when exists (select 1 from jsonb_each_text(l.definition -> 'editFields') n where n.value = f.value ->> 'name')
        then f.value || '{"editable": true}' else f.value end order by f.ordinality)
      from jsonb_array_elements(l.fields) with ordinality f),
    definition = (l.definition - 'editFields') || jsonb_build_object('pastEditFields', l.definition -> 'editFields')
  from feature_service s
  where s.item_id = l.item_id and l.definition ? 'editFields'
    and coalesce((s.settings -> 'editorTrackingInfo' ->> 'enableEditorTracking')::boolean, false) is false
    and coalesce((s.settings -> 'editorTrackingInfo' ->> 'enableOwnershipAccessControl')::boolean, false) is false
    and not exists (select 1 from feature_view v where v.item_id = l.item_id and v.layer_id = l.layer_id)
    and not exists (select 1 from feature_view v join feature_service o on o.item_id = v.item_id
      where v.source_item_id = l.item_id and v.source_layer_id = l.layer_id
        and (o.settings -> 'editorTrackingInfo' ->> 'enableOwnershipAccessControl')::boolean);

update feature_layer l set
    fields = (
      select jsonb_agg(case when exists (select 1 from jsonb_each_text(l.definition -> 'editFields') n where n.value = f.value ->> 'name')
        then f.value || '{"editable": true}' else f.value end order by f.ordinality)
      from jsonb_array_elements(l.fields) with ordinality f),
    definition = l.definition - 'editFields'
  from feature_view v join feature_layer o on o.item_id = v.source_item_id and o.layer_id = v.source_layer_id
  where v.item_id = l.item_id and v.layer_id = l.layer_id and l.definition ? 'editFields' and not o.definition ? 'editFields';

-- Views have files where the layers that they show have them.
update feature_layer l set definition = (l.definition - 'hasAttachments')
    || case when o.definition ? 'hasAttachments' then jsonb_build_object('hasAttachments', o.definition -> 'hasAttachments') else '{}' end
  from feature_view v join feature_layer o on o.item_id = v.source_item_id and o.layer_id = v.source_layer_id
  where v.item_id = l.item_id and v.layer_id = l.layer_id and l.definition -> 'hasAttachments' is distinct from o.definition -> 'hasAttachments';
