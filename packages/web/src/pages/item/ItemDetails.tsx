// The facts of an item in the column beside its description.
import type { Item } from '@graticule/contract/content/item';
import { linkedText, megabytes, roundedExtent } from '@graticule/contract/content/item-text';
import { itemType } from '@graticule/contract/item-types/classify';
import type { Formatter } from '@graticule/i18n/format';
import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { asHtml } from '../../html/as-html.ts';
import { useTypeLabel } from '../../items/type-label.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import { CopyAddress } from './CopyAddress.tsx';
import { serviceOf, tileServiceOf } from './hosted-service.ts';
import classes from './ItemPage.module.css';
import { ItemRating } from './ItemRating.tsx';
import { itemGroupsQuery } from './item-groups-query.ts';
import { SocialLinks } from './SocialLinks.tsx';
import { TileAddresses } from './TileAddresses.tsx';

/** Kind, owner, times, size, tags, groups, credits, the address to copy. */
export function ItemDetails({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const groups = useQuery(itemGroupsQuery(item.id));
  // a favourite is the reader's own mark, not a share
  const sharedWith = groups.data?.filter((group) => !group.isFav) ?? [];
  const tileService = tileServiceOf(item);
  // their name is that in the address, and no file
  const isService = tileService !== undefined || serviceOf(item) !== undefined;
  return (
    <aside className={classes.side}>
      <section>
        <Title order={2} className={classes.heading}>
          {t('item.details')}
        </Title>
        <SocialLinks item={item} />
        <dl className={classes.details}>
          <Fact name={t('item.type')}>{typeLabel(item.type, item)}</Fact>
          <Fact name={t('item.owner')}>
            <Link to={paths.user(item.owner)}>{item.owner}</Link>
          </Fact>
          <Fact name={t('item.created')}>{format.date(item.created)}</Fact>
          <Fact name={t('item.modified')}>{format.dateTime(item.modified)}</Fact>
          {item.size > 0 && <Fact name={t('item.size')}>{sizeText(item.size, format)}</Fact>}
          {item.name && (isService || item.size > 0) && (
            <Fact name={t(isService ? 'item.service-name' : 'item.file-name')}>
              <bdi>{item.name}</bdi>
            </Fact>
          )}
          <Fact name={t('item.use')}>
            {t(itemType(item.type).class === 'file' ? 'shell.downloads' : 'shell.views', { count: item.numViews })}
          </Fact>
          {item.extent.length === 2 && (
            <Fact name={t('item.extent')}>
              <span dir="ltr" className="tabular">
                {roundedExtent(item.extent).map((corner, at) => (
                  <Fragment key={corner.join()}>
                    {at > 0 && ' – '}
                    <span className={classes.corner}>{corner.map((value) => format.number(value)).join(', ')}</span>
                  </Fragment>
                ))}
              </span>
            </Fact>
          )}
          {item.accessInformation && (
            <Fact name={t('item.credits')}>
              <SafeHtml html={linkedText(item.accessInformation)} />
            </Fact>
          )}
        </dl>
        {item.extent.length === 2 && (
          <Anchor component={Link} to={paths.search({ t: 'content', bbox: item.extent.flat().join(',') })} className={classes.area}>
            {t('item.in-area')}
          </Anchor>
        )}
      </section>
      <ItemRating item={item} />
      {item.url && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('item.address')}
          </Title>
          <CopyAddress address={item.url} label={t('item.copy-address')} />
        </section>
      )}
      {tileService !== undefined && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('item.tile-address.title')}
          </Title>
          <TileAddresses name={item.title} tiles={`${tileService}/tile/{z}/{y}/{x}.pbf`} tileJson={`${tileService}/tilejson.json`} />
        </section>
      )}
      {item.tags.length > 0 && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('item.tags')}
          </Title>
          <ul className={classes.tags}>
            {item.tags.map((tag) => (
              <li key={tag}>
                <Link to={paths.search({ t: 'content', tag })}>{tag}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sharedWith.length > 0 && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('item.groups')}
          </Title>
          <ul className={classes.tags}>
            {sharedWith.map((group) => (
              <li key={group.id}>
                <Link to={paths.group(group.id)}>{group.title}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {item.licenseInfo && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('item.licence')}
          </Title>
          <SafeHtml html={asHtml(item.licenseInfo)} />
        </section>
      )}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Below a hundredth of a megabyte the smaller units say more. @source CO-178 */
function sizeText(sizeBytes: number, format: Formatter): string {
  const size = megabytes(sizeBytes);
  return size >= 0.01 ? format.number(size, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 2 }) : format.size(sizeBytes);
}
