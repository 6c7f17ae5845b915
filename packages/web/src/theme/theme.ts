// The component library's theme, made from the tokens.
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core';

const meridian: MantineColorsTuple = [
  '#EDF3FB',
  '#DCE8F8',
  '#B7D0F1',
  '#8FB6EA',
  '#6FA8FF',
  '#4785D8',
  '#2C6DC8',
  '#1C5BB8',
  '#174C9A',
  '#123C7A',
];
const vermilion: MantineColorsTuple = [
  '#FBEEEB',
  '#F6D9D3',
  '#EDB3A8',
  '#F2937F',
  '#FF7B61',
  '#DB5A43',
  '#D04C35',
  '#C8402A',
  '#A63422',
  '#84291B',
];
const lichen: MantineColorsTuple = [
  '#EBF5EE',
  '#D3EADB',
  '#A8D6B8',
  '#7FC297',
  '#6CCB8F',
  '#4A9B69',
  '#3A8B5A',
  '#2F7D4F',
  '#266641',
  '#1D4F32',
];
const ochre: MantineColorsTuple = [
  '#FBF3E0',
  '#F5E5BD',
  '#EBCB80',
  '#E9BC5F',
  '#E8B04A',
  '#BD8A1E',
  '#A97708',
  '#9A6A00',
  '#7D5600',
  '#604200',
];
const gray: MantineColorsTuple = [
  '#FBFAF7',
  '#F4F2EC',
  '#E9E6DD',
  '#E2DFD6',
  '#CFCBC0',
  '#A9A79F',
  '#6B7480',
  '#566273',
  '#333F4F',
  '#16202E',
];
const dark: MantineColorsTuple = [
  '#E9EDF2',
  '#C6D0DC',
  '#9FB0C3',
  '#738599',
  '#2A3646',
  '#223041',
  '#18212D',
  '#10161F',
  '#0C1119',
  '#070B11',
];

/** The header of a dialog is no banner of the page. */
const PLAIN_HEADER = { header: { role: 'presentation' } };

const base = createTheme({
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '620' },
  primaryColor: 'meridian',
  primaryShade: { light: 7, dark: 4 },
  colors: { meridian, vermilion, lichen, ochre, gray, dark, red: vermilion, green: lichen, yellow: ochre, blue: meridian },
  black: '#16202E',
  autoContrast: true,
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        transitionProps: { duration: 160 },
        overlayProps: { backgroundOpacity: 0.45 },
        attributes: PLAIN_HEADER,
      },
      styles: {
        content: { background: 'var(--surface)' },
        header: { background: 'var(--surface)' },
        title: { fontSize: 18, fontWeight: 620, letterSpacing: '-0.01em' },
      },
    },
    Drawer: {
      defaultProps: { attributes: PLAIN_HEADER },
      styles: { content: { background: 'var(--surface)' }, header: { background: 'var(--surface)' }, title: { fontWeight: 620 } },
    },
    // the placeholder would be a child of the menu that is no item
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Avatar: { defaultProps: { allowedInitialsColors: ['meridian', 'lichen', 'ochre'] } },
    Anchor: { defaultProps: { underline: 'hover' } },
    // of small boxes the library makes them too small to read
    InputWrapper: {
      styles: { error: { fontSize: 'var(--mantine-font-size-xs)' }, description: { fontSize: 'var(--mantine-font-size-xs)' } },
    },
  },
});

/** Names for the buttons that the library makes by itself. */
export interface ButtonNames {
  close: string;
  clear: string;
}

/** The theme in the reader's language. */
export function themeFor({ close, clear }: ButtonNames): MantineThemeOverride {
  const clearButtonProps = { 'aria-label': clear };
  return mergeThemeOverrides(base, {
    components: {
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      Select: { defaultProps: { clearButtonProps } },
      FileInput: { defaultProps: { clearButtonProps } },
      TagsInput: { defaultProps: { clearButtonProps } },
      MultiSelect: { defaultProps: { clearButtonProps } },
    },
  });
}

/** Hands the tokens to the library, so that both schemes follow them. */
export const tokensToVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-hover': 'var(--surface-sunk)',
    '--mantine-color-anchor': 'var(--meridian)',
    '--mantine-color-error': 'var(--vermilion)',
    '--mantine-shadow-md': 'var(--shadow-raised)',
  };
  const dark = {
    ...shared,
    // what is chosen in a list stands out from the dark page as it does from the light one
    '--mantine-color-meridian-light': 'var(--meridian-wash)',
    // what deletes is told by its colour, which the library makes nearly white there
    '--mantine-color-vermilion-light-color': 'var(--vermilion)',
  };
  return { variables: {}, light: shared, dark };
};
