// Which files may be kept with features.
import { expect, it } from 'vitest';
import { attachmentFault, MAX_ATTACHMENT_BYTES, mayBeAttached } from './attachable.ts';

const ofResources = 'json txt csv geojson xml pbf png jpg jpeg gif webp svg pdf zip ttf woff woff2 js css html gltf glb';
const ofOffices = 'doc docx dotx xls xlsx xltx ppt pptx ppsx potx odt ods odp odg ott vsd vsdx pub mpp pages numbers key rtf';
const toHear = 'mp3 m4a wav ogg opus flac aac wma amr aif aiff mid midi caf';
const toSee = 'mp4 m4v mov webm avi mpg mpeg mkv wmv 3gp 3g2 ogv flv mts';

it.each([ofResources, ofOffices, toHear, toSee].flatMap((list) => list.split(' ')))('a file that ends with .%s may', (ending) => {
  expect([mayBeAttached(`a.${ending}`), mayBeAttached(`A.B.${ending.toUpperCase()}`)]).toEqual([true, true]);
});

it.each('exe com bat cmd ps1 msi dll so scr jar vbs wsf sh py php app apk dmg iso lnk hta docm xlsm pptm xlsb xlam'.split(' '))(
  'a file that ends with .%s may not',
  (ending) => {
    expect([mayBeAttached(`a.${ending}`), mayBeAttached(`a.pdf.${ending}`)]).toEqual([false, false]);
  },
);

it('a file without an ending may not', () => {
  expect([mayBeAttached('pdf'), mayBeAttached(''), mayBeAttached('a.')]).toEqual([false, false, false]);
});

it.each([
  ['a.jpg', 1, undefined],
  ['run.exe', 1, 'attachment-type'],
  ['a.jpg', MAX_ATTACHMENT_BYTES, undefined],
  ['a.jpg', MAX_ATTACHMENT_BYTES + 1, 'attachment-large'],
  ['picture of a phone', 1, undefined],
  ['Letter to Dr. Smith', 1, undefined],
  ['IMG 2024.05.01 at 10.12.33 AM', 1, undefined],
  ['Photo 12.5 m', 1, undefined],
  ['Photo 12.5', 1, undefined],
  ['IMG 2024.05.01', 1, undefined],
  ['song.mp4.7z', 1, undefined],
  ['notes.', 1, undefined],
  ['x.jpg ', 1, undefined],
  ['.exe', 1, undefined],
  ['run.exe ', 1, 'attachment-type'],
] as const)('of %s with %d bytes it is known before they are sent: %s', (name, size, fault) => {
  expect(attachmentFault({ name, size })).toBe(fault);
});
