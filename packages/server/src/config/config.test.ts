import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: undefined,
      databaseUrl: undefined,
      uploadLimitBytes: 500 * 1024 ** 2,
      signInFailures: 5,
      lockoutMinutes: 15,
      metrics: true,
      trustedProxies: [],
      fetchHosts: [],
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ GRATICULE_PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it('reports every fault at once', () => {
    const read = () =>
      readConfig({
        GRATICULE_PORT: 'eighty',
        GRATICULE_PUBLIC_URL: 'gis.example.org',
        DATABASE_URL: 'mysql://localhost/x',
        GRATICULE_UPLOAD_LIMIT: 'big',
        GRATICULE_BOOTSTRAP_ADMIN: '{"username":"ada"}',
        GRATICULE_LOG_LEVEL: 'loud',
        GRATICULE_COLOUR: 'red',
      });
    expect(read).toThrow(ConfigError);
    for (const name of [
      'GRATICULE_PORT',
      'GRATICULE_PUBLIC_URL',
      'DATABASE_URL',
      'GRATICULE_UPLOAD_LIMIT',
      'GRATICULE_BOOTSTRAP_ADMIN',
      'GRATICULE_LOG_LEVEL',
      'GRATICULE_COLOUR',
    ]) {
      expect(read).toThrow(new RegExp(`${name} `));
    }
    expect(read).toThrow(/7 fault/);
  });

  it('takes a mail server with a sender, and no host of a request', () => {
    const mail = { GRATICULE_SMTP_URL: 'smtps://ada:se%40cret@mail.example.org', GRATICULE_MAIL_FROM: 'Maps <maps@example.org>' };
    expect(readConfig({}).mail).toBeUndefined();
    expect(readConfig({ ...mail, GRATICULE_PUBLIC_URL: 'https://gis.example.org' }).mail).toMatchObject({
      server: { hostname: 'mail.example.org', username: 'ada' },
      from: 'Maps <maps@example.org>',
    });
    expect(() => readConfig(mail)).toThrow(/needs GRATICULE_PUBLIC_URL/);
    expect(() => readConfig({ GRATICULE_MAIL_FROM: 'maps@example.org' })).toThrow(/need each other/);
    const refused = { ...mail, GRATICULE_PUBLIC_URL: 'https://gis.example.org' };
    expect(() => readConfig({ ...refused, GRATICULE_SMTP_URL: 'http://mail.example.org' })).toThrow(/GRATICULE_SMTP_URL must start with/);
    expect(() => readConfig({ ...refused, GRATICULE_SMTP_URL: 'smtp://ada:100%@mail.example.org' })).toThrow(/written as %25/);
    expect(() => readConfig({ ...refused, GRATICULE_MAIL_FROM: 'maps' })).toThrow(/GRATICULE_MAIL_FROM must be an address/);
    expect(() => readConfig({ ...refused, GRATICULE_MAIL_FROM: 'a\r\nBcc: <b@example.org>' })).toThrow(/GRATICULE_MAIL_FROM/);
  });

  it('takes lists of proxies and of hosts, and says which entry is none', () => {
    const proxies = (value: string): string[] => readConfig({ GRATICULE_TRUSTED_PROXIES: value }).trustedProxies;
    expect(proxies('127.0.0.1, ::1,10.0.0.0/8, loopback,')).toEqual(['127.0.0.1', '::1', '10.0.0.0/8', 'loopback']);
    expect(proxies('172.16.0.0/255.240.0.0')).toEqual(['172.16.0.0/255.240.0.0']);
    for (const bad of ['proxy.lan', '::1/255.0.0.0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.*', 'true', '*'])
      expect(() => proxies(`127.0.0.1,${bad}`)).toThrow(`'${bad}' is none`);
    const hosts = (value: string): string[] => readConfig({ GRATICULE_FETCH_HOSTS: value }).fetchHosts;
    const good = [
      'data.example.org',
      '*.example.com',
      'maps.lan:8080',
      'maps',
      '10.1.2.3',
      '[::1]:8080',
      'data_store:8000',
      'xn--bcher-kva.example',
    ];
    expect(hosts(good.join(','))).toEqual(good);
    for (const bad of ['https://data.example.org', 'data.example.org/files', '*', '*.*.org', 'a b', 'user@data.example.org', '.org'])
      expect(() => hosts(bad)).toThrow(`'${bad}' is none`);
  });

  it('never repeats a secret in a fault', () => {
    expect(() => readConfig({ GRATICULE_BOOTSTRAP_ADMIN: '{"password":"hunter2secret"' })).toThrow(/^(?!.*hunter2secret)/s);
  });

  it.each([
    ['2GB', 2 * 1024 ** 3],
    ['1.5 MB', 1.5 * 1024 ** 2],
    ['100', 100],
  ])('reads the size %s', (text, bytes) => {
    expect(readConfig({ GRATICULE_UPLOAD_LIMIT: text }).uploadLimitBytes).toBe(bytes);
  });

  it('drops the slash at the end of the public address', () => {
    expect(readConfig({ GRATICULE_PUBLIC_URL: 'https://gis.example.org/portal/' }).publicUrl).toBe('https://gis.example.org/portal');
  });
});
