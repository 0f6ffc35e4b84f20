/** Packages with binaries: not bundled, but copied into the assembled folder. */
export const nativePackages = ['better-sqlite3', '@node-rs/argon2'];

/** All modules of them, and of the packages that hold their binaries. */
export const nativeModules = ['better-sqlite3', /^@node-rs\//];
