// What a pop-up is without fields that are deleted: no list and no chart names them. Texts stay as their author wrote them.
import { isNumberAsWritten, jsonText, parseForText } from '@graticule/geo/formats/json-numbers';

type Loose = Record<string, unknown>;
type IsGone = (name: string | null | undefined) => boolean;

const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumberAsWritten(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A chart without the values that are gone; undefined where it has none left. Pictures and what has no fields stay. */
function mediaWithout(media: unknown, isGone: IsGone): unknown {
  if (!isRecord(media) || !isRecord(media.value)) return media;
  const { value } = media;
  const own = Array.isArray(value.fields) ? value.fields : [];
  const fields = own.filter((name) => !isGone(textOf(name)));
  const lost = ['normalizeField', 'tooltipField'].filter((member) => isGone(textOf(value[member])));
  if (fields.length === own.length && lost.length === 0) return media;
  if (own.length > 0 && fields.length === 0) return undefined;
  const kept = Object.entries(value).filter(([member]) => !lost.includes(member));
  return { ...media, value: { ...Object.fromEntries(kept), ...(own.length > 0 ? { fields } : {}) } };
}

/** A pop-up, or a block of one: both list fields and charts under the same names. */
function partWithout(part: Loose, isGone: IsGone): Loose {
  const { fieldInfos, mediaInfos } = part;
  const infos = Array.isArray(fieldInfos) ? fieldInfos.filter((one) => !isRecord(one) || !isGone(textOf(one.fieldName))) : undefined;
  const media = Array.isArray(mediaInfos)
    ? mediaInfos.map((one) => mediaWithout(one, isGone)).filter((one) => one !== undefined)
    : undefined;
  return {
    ...part,
    ...(infos === undefined ? {} : { fieldInfos: infos }),
    ...(media === undefined ? {} : { mediaInfos: media }),
  };
}

const isEmptied = (before: Loose, after: Loose): boolean =>
  ['fieldInfos', 'mediaInfos'].some((member) => {
    const [had, has] = [before[member], after[member]];
    return Array.isArray(had) && Array.isArray(has) && had.length > 0 && has.length === 0;
  });

/** A pop-up without fields that are gone, whatever shape it has; blocks with nothing left go with them. */
export function popupWithout(popup: unknown, isGone: IsGone): unknown {
  if (!isRecord(popup)) return popup;
  const left = partWithout(popup, isGone);
  if (!Array.isArray(popup.popupElements)) return left;
  const popupElements = popup.popupElements.flatMap((element) => {
    if (!isRecord(element)) return [element];
    const after = partWithout(element, isGone);
    return isEmptied(element, after) ? [] : [after];
  });
  return { ...left, popupElements };
}

/**
 * The text of the item of a service, in which pop-ups of its layers were chosen, without fields of one layer that are gone; undefined where it
 * is to stay as it is. Numbers keep the digits that their author wrote.
 */
export function itemTextWithout(text: string, layerId: number, isGone: IsGone): string | undefined {
  const data = parsed(text);
  if (!isRecord(data)) return undefined;
  const after = { ...data };
  for (const member of ['layers', 'tables']) {
    const list = data[member];
    if (!Array.isArray(list)) continue;
    after[member] = list.map((one) =>
      isRecord(one) && one.id === layerId && isRecord(one.popupInfo) ? { ...one, popupInfo: popupWithout(one.popupInfo, isGone) } : one,
    );
  }
  const [before, now] = [jsonText(data), jsonText(after)];
  return before === now ? undefined : now;
}

function parsed(text: string): unknown {
  try {
    return parseForText(text);
  } catch {
    return undefined;
  }
}
