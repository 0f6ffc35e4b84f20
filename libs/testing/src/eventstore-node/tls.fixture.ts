import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Made for the tests of this repository, for localhost only: the key is not secret. */
export const certificate = Buffer.from(`-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUYBWbRDTEh6OiuJPTY3K2BjpcwF8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyNDgwOVoYDzIxMjYxMDI4
MDI0ODA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARU5ow3bWQSQY/+NgbGeFac/uSVk4o70ZiBOfWwM6WUGW+oOGJBVpYs
n9OlqRMYT/1tq8i38sfAF5W+ffE2X2azo28wbTAdBgNVHQ4EFgQU89MZJrn/amUo
U93duCqV9Gi+67swHwYDVR0jBBgwFoAU89MZJrn/amUoU93duCqV9Gi+67swDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgXd1c8YX+6gz0tKijyzobez1LMRjKc2h5Y8C+vvnp1bkCIQDP
WSNFreV0YPL56YB205ybgZaVJLifEyYeX/lR43OYIw==
-----END CERTIFICATE-----`);

export const privateKey = Buffer.from(`-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5NGC8+XarUnfemnG
8RS1nA4KiOpU6XtwexEMWuO+sD2hRANCAARU5ow3bWQSQY/+NgbGeFac/uSVk4o7
0ZiBOfWwM6WUGW+oOGJBVpYsn9OlqRMYT/1tq8i38sfAF5W+ffE2X2az
-----END PRIVATE KEY-----`);

let file: string | undefined;

/** The certificate as a file, for connection strings. */
export const certificateFile = (): string => {
  if (!file) {
    file = join(mkdtempSync(join(tmpdir(), 'tocsin-certificate-')), 'ca.pem');
    writeFileSync(file, certificate);
  }
  return file;
};
