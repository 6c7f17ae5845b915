// Sets colour scheme, language and direction before the first paint, so that nothing flashes or shifts.
(() => {
  const root = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const scheme = kept('graticule-color-scheme');
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  const language = kept('graticule-language') || navigator.language || 'en';
  root.lang = language;
  root.dir = /^(ar|he)\b/i.test(language) ? 'rtl' : 'ltr';
})();
