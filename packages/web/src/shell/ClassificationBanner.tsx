// The strip that says how the content of the portal is classified; no height at all when none is configured.
import { useMaybeSession } from '../api/session.ts';
import classes from './ClassificationBanner.module.css';

/** The configuration of the banner, under `classificationBanner` of the portal's properties. @source SH-118 */
interface Banner {
  text: string;
  color?: string;
  backgroundColor?: string;
  height?: string;
  font?: { decoration?: string; family?: string; size?: string; style?: string; weight?: string };
}

/** Shows the organisation's banner on every page. @source SH-100, SH-101 */
export function ClassificationBanner() {
  const banner = useMaybeSession()?.portal.portalProperties?.classificationBanner as Banner | undefined;
  if (!banner || typeof banner.text !== 'string' || banner.text.trim() === '') return null;
  const { font } = banner;
  return (
    <div
      className={classes.banner}
      role="note"
      style={{
        color: banner.color,
        backgroundColor: banner.backgroundColor,
        minBlockSize: banner.height,
        textDecoration: font?.decoration,
        fontFamily: font?.family,
        fontSize: font?.size,
        fontStyle: font?.style,
        fontWeight: font?.weight,
      }}
    >
      {banner.text}
    </div>
  );
}
