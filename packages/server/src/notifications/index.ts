// The door of notifications.
export { notificationRoutes } from './notifications.routes.ts';
export { notify, requireSelf } from './notifications.ts';
