// The organisations of the install, for those who run it: find their addresses, add one, close one.
import { listOrganisations, type OrganisationSummary } from '@graticule/contract/portals/organisations';
import { ActionIcon, Badge, Button, Menu, Skeleton, Table } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import type { Session } from '../../api/session.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { ActionsCell, FramedTable, NameWords, WideCell } from '../../ui/FramedTable.tsx';

const AddOrganizationDialog = lazy(async () => ({ default: (await import('./AddOrganizationDialog.tsx')).AddOrganizationDialog }));
const CloseOrganizationDialog = lazy(async () => ({ default: (await import('./CloseOrganizationDialog.tsx')).CloseOrganizationDialog }));

/** An organisation that is being removed is looked at again, until it is gone. */
const WHILE_CLOSING_MS = 3000;

/** Administrators of the organisation at the main address of an install that holds several. */
export function isOperator({
  isAdministrator,
  portal,
}: Pick<Session, 'isAdministrator'> & { portal: Partial<Session['portal']> }): boolean {
  return isAdministrator && portal.portalMode === 'multitenant' && !portal.urlKey;
}

/** The one of the operators stands first, and stays. */
export function Organizations() {
  const t = useTranslate();
  const format = useFormat();
  const [dialog, setDialog] = useState<'add' | OrganisationSummary>();
  const { data, error, refetch } = useQuery({
    queryKey: keys.organizations,
    queryFn: async () => (await call(listOrganisations, {})).organizations,
    refetchInterval: ({ state }) => (state.data?.some((each) => each.isClosing) ? WHILE_CLOSING_MS : false),
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  const close = () => setDialog(undefined);
  return (
    <>
      <ListBar start={data ? t('people.org-count', { count: data.length, shown: format.number(data.length) }) : t('shell.loading')}>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDialog('add')}>
          {t('people.org-add')}
        </Button>
      </ListBar>
      {data ? <OrganizationTable organizations={data} onClosing={setDialog} /> : <Skeleton height={200} radius="lg" />}
      <Suspense>
        {dialog === 'add' && <AddOrganizationDialog onClose={close} />}
        {dialog !== undefined && dialog !== 'add' && <CloseOrganizationDialog organization={dialog} onClose={close} />}
      </Suspense>
    </>
  );
}

interface TableProps {
  organizations: readonly OrganisationSummary[];
  onClosing: (organization: OrganisationSummary) => void;
}

function OrganizationTable({ organizations, onClosing }: TableProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <FramedTable
      columns={[
        { label: t('people.name') },
        { label: t('people.org-access'), isWide: true },
        { label: t('people.members') },
        { label: t('people.org-since'), isWide: true },
        { label: t('people.actions-column'), isActions: true },
      ]}
    >
      {organizations.map((each) => (
        <Table.Tr key={each.id}>
          <Table.Td>
            <NameWords>
              {each.isClosing ? <bdi>{each.name}</bdi> : <a href={each.url}>{each.name}</a>}
              <small>{each.isClosing ? t('people.org-is-closing') : <bdi>{each.url}</bdi>}</small>
            </NameWords>
          </Table.Td>
          <WideCell>
            {each.isClosing ? (
              <Badge color="vermilion" variant="light" tt="none">
                {t('people.org-closing')}
              </Badge>
            ) : (
              t(`people.org-access.${each.access}`)
            )}
          </WideCell>
          <Table.Td>{format.number(each.members)}</Table.Td>
          <WideCell>{format.date(each.created)}</WideCell>
          <ActionsCell>
            {!each.isHome && !each.isClosing && (
              <Menu position="bottom-end" width={220}>
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('people.actions', { name: each.name })}>
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item color="vermilion" onClick={() => onClosing(each)}>
                    {t('people.org-close')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </ActionsCell>
        </Table.Tr>
      ))}
    </FramedTable>
  );
}
