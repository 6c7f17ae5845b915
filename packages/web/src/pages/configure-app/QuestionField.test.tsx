// The field for a number that a template asks for.
import type { Question } from '@graticule/contract/documents/app-configuration';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { QuestionField } from './QuestionField.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const question = { kind: 'number', label: 'Distance', hint: '', placeholder: '', options: [], min: 0, max: 5000, places: 1 };

function Page({ initial }: { initial?: number }) {
  const [answer, setAnswer] = useState<unknown>(initial);
  return (
    <>
      <QuestionField question={question as unknown as Question} answer={answer} onAnswer={setAnswer} />
      <output>{JSON.stringify(answer) ?? 'none'}</output>
    </>
  );
}

test('a number is answered as it is typed in the language; what is none or outside the range is told and no answer', async () => {
  await renderPage(<Page initial={7} />, '/x', {}, ['item']);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Distance' });
  const answer = () => screen.getByRole('status').textContent;
  expect(box.value).toBe('7');
  const type = async (text: string) => {
    await userEvent.clear(box);
    expect(answer()).toBe('none');
    await userEvent.type(box, text);
  };
  await type('12.5');
  expect([box.value, answer()]).toEqual(['12.5', '12.5']);
  await type('1,250');
  expect([box.value, answer()]).toEqual(['1,250', '1250']);
  await type('12,5');
  expect([box.value, answer(), screen.queryByText('Write 125 or 12.5.') !== null]).toEqual(['12,5', 'none', true]);
  await type('9000');
  expect([box.value, answer(), screen.queryByText('The value is outside the range.') !== null]).toEqual(['9000', 'none', true]);
  await type('2.26');
  await userEvent.tab();
  expect([box.value, answer()]).toEqual(['2.3', '2.3']);
});
