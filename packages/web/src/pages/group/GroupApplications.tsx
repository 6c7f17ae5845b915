// People who asked to join a group; managers decide.
import type { Group } from '@graticule/contract/community/group';
import { acceptApplication, declineApplication, getApplications } from '@graticule/contract/community/groups';
import { Avatar, Button, Group as Buttons, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { Row, Rows } from '../../ui/Rows.tsx';
import classes from './GroupPage.module.css';

/** Says so when nobody asks. */
export function GroupApplications({ group }: { group: Group }) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.groupPart(group.id, 'applications'),
    queryFn: () => call(getApplications, { id: group.id }, { quiet: true }),
  });
  const decision = useMutation({
    mutationFn: ({ username, isAccepted }: { username: string; isAccepted: boolean }) =>
      call(isAccepted ? acceptApplication : declineApplication, { id: group.id, username }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.group(group.id) }),
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion' }),
  });
  if (!data) return null;
  if (data.applications.length === 0) return <Text c="dimmed">{t('groups.no-applications')}</Text>;
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t('groups.applications')}
      </Title>
      <Rows>
        {data.applications.map((person) => (
          <Row key={person.username} className={classes.person}>
            <Avatar name={person.fullName || person.username} color="initials" size={36} alt="" />
            <div className={classes.personName}>
              {person.fullName || person.username}
              <small>{person.comments || format.ago(person.received)}</small>
            </div>
            <Buttons gap="xs">
              <Button
                size="xs"
                disabled={decision.isPending}
                onClick={() => decision.mutate({ username: person.username, isAccepted: true })}
              >
                {t('groups.accept')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={decision.isPending}
                onClick={() => decision.mutate({ username: person.username, isAccepted: false })}
              >
                {t('groups.decline')}
              </Button>
            </Buttons>
          </Row>
        ))}
      </Rows>
    </section>
  );
}
