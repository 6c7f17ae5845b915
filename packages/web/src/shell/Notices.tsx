// Where pages tell what became of an action.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../paths.ts';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** The home page only leads elsewhere and has nothing to tell: visitors of it alone do not load this. What is told before it is there is kept and shown. */
export function Notices() {
  const { pathname } = useLocation();
  const [isWanted, setWanted] = useState(false);
  const isElsewhere = pathname !== paths.home() && pathname !== '/' && pathname !== '/home';
  useEffect(() => {
    if (isElsewhere) setWanted(true);
  }, [isElsewhere]);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Notifications position="bottom-center" />
    </Suspense>
  );
}
