import 'reflect-metadata';

// as scripts/bundle.mjs does it for the server
Object.assign(globalThis, {
  TOCSIN_LOGIC: process.env['LOGIC_OF_RULES'],
  TOCSIN_FINGERPRINTS: JSON.parse(process.env['FINGERPRINTS_OF_VIEWS']!),
});
