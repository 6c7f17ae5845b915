// What is said of a failure: in the reader's language where that can be, with what to do in any case.
import { refuse, told } from '@graticule/contract/refusals/refusal';
import { sentence } from '@graticule/geo/sentence';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { changeLanguage } from '../language/language-store.ts';
import { renderPage } from '../testing/render-page.tsx';
import { ApiError, errorOfEdit } from './api-error.ts';
import { useErrorWords } from './error-words.ts';

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await changeLanguage('en', { remember: false });
});

function Words({ error }: { error: ApiError }) {
  const { text, details } = useErrorWords()(error);
  return <p role="alert">{[text, ...details].join(' | ')}</p>;
}

/** As it comes from the portal. */
function sent(error: ReturnType<typeof refuse>): ApiError {
  return new ApiError(error.status, error.message, error.messageCode, { details: error.details, reasons: error.reasons });
}

async function shown(error: ApiError): Promise<string | null> {
  cleanup();
  await renderPage(<Words error={error} />, '/x', {}, ['formats']);
  return (await screen.findByRole('alert')).textContent;
}

test('what was refused is said once, with what to do', async () => {
  expect(await shown(sent(refuse('service-name-taken', { name: 'trees' })))).toBe(
    'Service name “trees” is already in use. Choose another name.',
  );
});

test('details that say the same in English are left out', async () => {
  expect(await shown(sent(refuse('service-unknown', { name: 'trees' })))).toMatch(/^There is no service “trees”\. Look at [^|]*deleted\.$/);
});

test('what programs send is not named to people, who see fields and buttons', async () => {
  const wanted = {
    en: /^None of the columns \(a\) is called like a field of the layer \(b\)\. Choose which column goes into which field\.$/,
    ar: /^[^A-Za-z]*\(a\)[^A-Za-z]*\(b\)[^A-Za-z]*$/,
  };
  for (const language of ['en', 'ar'] as const) {
    await changeLanguage(language, { remember: false });
    expect(await shown(sent(refuse('load-nothing-fits', { columns: 'a', fields: 'b' })))).toMatch(wanted[language]);
    expect(await shown(sent(refuse('load-format-missing', { name: 'a.bin' })))).not.toContain('appendUploadFormat');
    expect(await shown(sent(refuse('column-twice', { name: 'a' })))).not.toMatch(/publishParameters|newName/);
  }
});

test('the advice belongs to the text where that alone is shown, also of what is not translated', async () => {
  expect(await shown(sent(refuse('upload-part-missing', { number: 3 })))).toBe('Part 3 is missing. Send it, and commit again.');
});

test('what was refused for a reason of its own is not said as what its code says of all', async () => {
  const text = await shown(sent(refuse('export-not-allowed')));
  expect(text).toBe('The owner does not let others export this layer. Ask the owner to allow it in the settings of the layer.');
  expect(await shown(new ApiError(403, 'You do not …', 'GWM_0003'))).toMatch(/^You do not have the right .* Ask the owner/);
});

test('readers of Arabic read it in Arabic alone', async () => {
  await changeLanguage('ar', { remember: false });
  const text = await shown(sent(refuse('layer-replaced')));
  expect(text).toBe('استُبدلت الطبقة في هذه الأثناء. حاول مرة أخرى.');
});

test('so is a single edit that was refused, with what its parts say', async () => {
  await changeLanguage('ar', { remember: false });
  const why = told('value-wanted', { field: 'people', wanted: sentence('wanted-whole'), value: "'x'" });
  const error = errorOfEdit({ objectId: 3, globalId: null, success: false, error: { code: 1000, ...why } });
  expect(await shown(error)).toBe("القيمة المطلوبة في people: عدد صحيح؛ والقيمة المعطاة: 'x'. غيّر القيمة.");
});

test('edits of other portals are told as these do', async () => {
  const error = errorOfEdit({ objectId: 3, globalId: null, success: false, error: { code: 1000, description: 'Locked.' } });
  expect(await shown(error)).toBe('Locked.');
});
