import { expect, it } from 'vitest'

import { exampleWord, loadTransliteration } from './transliterate'

it('writes Hindi and Telugu from Latin letters', async () => {
  const [hindi, telugu] = [await loadTransliteration('hi-IN'), await loadTransliteration('te-IN')]
  expect(['ghar', 'baayeM', 'phir', 'darvaaze', 'siidhiyaa.N'].map(hindi)).toEqual(
    ['घर', 'बायें', 'फिर', 'दर्वाज़े', 'सीधियाँ'].map((word) => word.normalize()),
  )
  expect(['eDamaku', 'tiragaMDi', 'sofaa'].map(telugu)).toEqual(['ఎడమకు', 'తిరగండి', 'సొఫా'])
})

it('offers no help where it has none', async () => {
  expect(exampleWord('en-IN')).toBeNull()
  await expect(loadTransliteration('en-IN')).rejects.toThrow('en-IN')
})
