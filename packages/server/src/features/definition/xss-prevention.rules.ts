// What services say of markup in values, and which values they refuse because of it.
import { refuse, told } from '@graticule/contract/refusals/refusal';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { z } from 'zod';
import { holdsActiveMarkup } from '../../platform/active-markup.ts';
import type { ServiceSettings, StoredField } from '../../schema/features.ts';
import { type Edit, type Fault, faultOf, type NewValue } from '../edits/edit.ts';
import { childrenOf } from '../where/children.rules.ts';
import type { Checked } from '../where/tree.ts';

/** What may be said of the prevention of scripts. */
export const preventionSaid = z.looseObject({
  xssPreventionEnabled: z.boolean().nullable().optional(),
  xssPreventionRule: z.string().nullable().optional(),
  xssInputRule: z.string().nullable().optional(),
});

/** The one way in which scripts are prevented: edits that bring some are refused, and what is stored is answered as it is. */
const RULES = { xssPreventionRule: 'InputOnly', xssInputRule: 'rejectInvalid' } as const;

/** What a service tells of the prevention of scripts; off unless somebody switched it on. */
export function preventionOf({ xssPreventionEnabled }: ServiceSettings): { xssPreventionEnabled: boolean } & typeof RULES {
  return { xssPreventionEnabled: xssPreventionEnabled === true, ...RULES };
}

/** @throws INVALID_PARAMETER for a rule that the portal would not keep */
export function requireKnownRules(given: z.infer<typeof preventionSaid> | null | undefined): void {
  for (const [name, rule] of Object.entries(RULES)) {
    const wish = given?.[name] ?? rule;
    if (wish !== rule) throw refuse('prevention-rule', { name, rule: String(rule) });
  }
}

/** Why a value cannot be stored while scripts are prevented. Defaults are the choice of those who administer the layer. */
export function preventedValue(values: readonly NewValue[]): Sentence | undefined {
  const found = values.find(({ field, value }) => typeof value === 'string' && value !== field.defaultValue && holdsActiveMarkup(value));
  return found && preventedText(found.field.name);
}

/** The same of what is computed: of the texts that an expression holds, each and all together. */
export function preventedExpression(calculations: readonly { field: StoredField; expression: Checked }[]): Sentence | undefined {
  const found = calculations.find(({ expression }) => {
    const texts = textsIn(expression);
    return [...texts, texts.join('')].some(holdsActiveMarkup);
  });
  return found && preventedText(found.field.name);
}

function textsIn(node: Checked): string[] {
  if (node.kind === 'literal') return node.literal === 'text' ? [node.value] : [];
  return childrenOf(node).flatMap(textsIn);
}

function preventedText(field: string): Sentence {
  return sentence('value-script', { field });
}

/** The edit, or that it cannot be made while scripts are prevented. */
export function withoutScripts(edit: Edit | Fault): Edit | Fault {
  if (edit.kind !== 'add' && edit.kind !== 'update') return edit;
  const why = preventedValue(edit.values);
  return why === undefined ? edit : faultOf(edit, told('edit-script', { why }));
}
