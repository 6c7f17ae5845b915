// The type of item that is an app at an address of its own.

/** Templates, the apps made from them, and every other web app. */
export const WEB_APP = 'Web Mapping Application';
