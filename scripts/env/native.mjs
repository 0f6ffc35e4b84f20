/** Packages with binaries: the bundle leaves them where they are, and what is assembled takes them along. */
export const nativePackages = ['better-sqlite3', '@node-rs/argon2'];

/** All modules of them, and of the packages that hold their binaries. */
export const nativeModules = ['better-sqlite3', /^@node-rs\//];
