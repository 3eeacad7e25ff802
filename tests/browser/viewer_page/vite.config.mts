export default {
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false }, emptyOutDir: true },
}
