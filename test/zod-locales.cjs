// what jest loads instead of all locales of zod (jest.config.mjs)
exports.en = require('zod/v4/locales/en.cjs').default;
