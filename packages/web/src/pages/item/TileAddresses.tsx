// Where other maps find the tiles of a layer or of a tile service.
import { useTranslate } from '../../language/use-language.ts';
import { CopyAddress } from './CopyAddress.tsx';
import classes from './ItemPage.module.css';

interface Props {
  /** Of the layer or service, for those who hear the buttons. */
  name: string;
  tiles: string;
  tileJson: string;
}

/** The template of the tiles, and the document that describes them. */
export function TileAddresses({ name, tiles, tileJson }: Props) {
  const t = useTranslate();
  return (
    <div className={classes.tiles}>
      <dl>
        <div>
          <dt>{t('item.tile-address.xyz')}</dt>
          <dd>
            <CopyAddress address={tiles} label={t('item.tile-address.copy-xyz', { name })} />
          </dd>
        </div>
        <div>
          <dt>{t('item.tile-address.tilejson')}</dt>
          <dd>
            <CopyAddress address={tileJson} label={t('item.tile-address.copy-tilejson', { name })} />
          </dd>
        </div>
      </dl>
      <small>{t('item.tile-address.hint')}</small>
    </div>
  );
}
