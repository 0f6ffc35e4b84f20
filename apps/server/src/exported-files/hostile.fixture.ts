/** A title that ends scripts, turns letters around and does not end. */
export const hostile = `</script><script>document.title="taken"</script><img src=x onerror=alert(1)> \u202Egnp\u2066 ${'x'.repeat(20_000)}`;
