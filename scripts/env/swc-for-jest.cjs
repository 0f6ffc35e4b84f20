const { createTransformer } = require('@swc/jest');

/**
 * swc for jest, with one cache for all suites: jest’s key of a compiled file has the whole configuration of its suite in it, the names of its
 * files too, and so a clean clone compiled everything once for each suite. Here the key is the file, and how it is compiled.
 */
exports.createTransformer = (options) => {
  const swc = createTransformer(options);
  return { ...swc, getCacheKey: (source, path, of) => swc.getCacheKey(source, path, { ...of, configString: '' }) };
};
