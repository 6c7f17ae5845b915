// The area of a search.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { AreaDialog } from './AreaDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(bbox?: string) {
  const onChoose = vi.fn();
  await renderPage(<AreaDialog bbox={bbox} onChoose={onChoose} onClose={() => {}} />, '/x', {}, ['search']);
  await screen.findByRole('dialog', { name: 'Search in an area' });
  return onChoose;
}
const submit = () => screen.getByRole('button', { name: 'Search here' }) as HTMLButtonElement;
const edge = (name: string) => screen.getByLabelText(name) as HTMLInputElement;

/** The map of the dialog, as if it were 400 by 200 pixels; the test environment lays nothing out. */
function map(): SVGSVGElement {
  const svg = screen.getByTestId('area-map') as unknown as SVGSVGElement;
  svg.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 200 }) as DOMRect;
  svg.setPointerCapture = () => {};
  return svg;
}

test('a box is drawn with the pointer, from any corner', async () => {
  const onChoose = await open();
  expect(submit().disabled).toBe(true);
  fireEvent.pointerDown(map(), { clientX: 300, clientY: 50 });
  fireEvent.pointerMove(map(), { clientX: 200, clientY: 100 });
  fireEvent.pointerUp(map());
  expect([edge('West').value, edge('South').value, edge('East').value, edge('North').value]).toEqual(['0°', '0°', '90°', '45°']);
  await userEvent.click(submit());
  expect(onChoose).toHaveBeenCalledWith('0,0,90,45');
});

test('the edges can be typed, without a pointer', async () => {
  const onChoose = await open();
  for (const [name, value] of [
    ['West', '5'],
    ['South', '50'],
    ['East', '15.5'],
    ['North', '60'],
  ] as const)
    fireEvent.change(edge(name), { target: { value } });
  await userEvent.click(submit());
  expect(onChoose).toHaveBeenCalledWith('5,50,15.5,60');
});

test('a comma stands before decimals too: degrees have no thousands', async () => {
  const onChoose = await open('5,50,15,60');
  await userEvent.clear(edge('East'));
  await userEvent.type(edge('East'), '215,5');
  expect([submit().disabled, edge('East').value]).toEqual([true, '215,5']);
  expect(screen.getByText('Degrees from -180 to 180')).toBeTruthy();
  await userEvent.clear(edge('East'));
  await userEvent.type(edge('East'), '15,5');
  await userEvent.click(submit());
  expect(onChoose).toHaveBeenCalledWith('5,50,15.5,60');
});

test('a box that has no area cannot be searched; zooming keeps the box that was drawn', async () => {
  await open('5,50,15,60');
  expect(submit().disabled).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(edge('West').value).toBe('5°');
  await userEvent.clear(edge('East'));
  await userEvent.type(edge('East'), '4');
  expect(submit().disabled).toBe(true);
});
