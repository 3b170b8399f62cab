/* The second yardstick: the task of limit.c, every anagram class that can be formed from a rack, with
 * the fastest structure that is known: a wide trie of keys, eight of which are tested at once.
 *
 *   cc -O3 -march=native -o limit_blocks limit_blocks.c && ./limit_blocks WORDS RACKS [REPETITIONS]
 *
 * Takes and prints what limit.c does. Eight tests at once need AVX-512; without it, one by one.
 *
 * A key has a bit for each copy of a letter: has an E, has a second E. A class can be formed if its key
 * has no bit that the key of the rack lacks. The keys are sorted by their letters; what eight in a row
 * have in common is a key one level up. A key is two words, of which the second is 0 but for the last
 * classes: the rarest copies of letters are there. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __AVX512VL__
#include <immintrin.h>
#endif

#define MAXLEN 15
#define COPIES (MAXLEN + 1)
#define LEVELS 4
#define ROOM (1 << 19)
typedef struct { uint64_t low, high; char sorted[MAXLEN + 1]; int words; } Class;

static const char ORDER[] = "JQXZKVWGCBPMFDLTRNUHAOIYES"; /* few blocks visited */
static int place_of[26], bit_of[26 * COPIES], n_classes, n_low, n_words, n_keys[LEVELS];
static Class *classes;
static uint64_t *keys[LEVELS];
static uint32_t found[ROOM], queue[2][ROOM];

static int by_letters(const void *a, const void *b) {
  return memcmp(((Class *)a)->sorted, ((Class *)b)->sorted, MAXLEN + 1);
}
static int by_key(const void *a, const void *b) {
  int x = ((Class *)a)->high != 0, y = ((Class *)b)->high != 0;
  return x != y ? x - y : by_letters(a, b);
}
static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void add_bit(uint64_t *low, uint64_t *high, int bit) {
  if (bit < 64) *low |= 1ull << bit;
  else *high |= 1ull << (bit - 64);
}

static void read_words(const char *path) {
  char line[256];
  FILE *file = fopen(path, "r");
  if (!file) { perror(path); exit(1); }
  classes = calloc(ROOM, sizeof *classes);
  while (fscanf(file, "%255s", line) == 1 && n_words < ROOM) {
    int length = strlen(line);
    if (length < 3 || length > MAXLEN) continue;
    Class *class = &classes[n_words++];
    for (int i = 0, j; i < length; i++) { /* insertion sort; 0 is behind the end */
      char letter = place_of[line[i] - 'A'] + 1;
      for (j = i; j && class->sorted[j - 1] > letter; j--) class->sorted[j] = class->sorted[j - 1];
      class->sorted[j] = letter;
    }
  }
  fclose(file);
  qsort(classes, n_words, sizeof *classes, by_letters);
  for (int i = 0; i < n_words; i++) {
    if (!i || by_letters(&classes[i], &classes[n_classes - 1])) classes[n_classes++] = classes[i];
    classes[n_classes - 1].words++;
  }
}

/* The next copy of a letter in a sorted word, as place in bit_of. */
static int next_copy(const char *sorted, int j, int last) {
  int letter = sorted[j] - 1;
  return j && sorted[j] == sorted[j - 1] ? last + 1 : letter * COPIES;
}

/* First copies have the first bits, then come the commonest others. */
static void build_keys(void) {
  static int uses[26 * COPIES];
  int n_bits = 0;
  for (int i = 0; i < n_classes; i++)
    for (int j = 0, copy = 0; classes[i].sorted[j]; j++) {
      copy = next_copy(classes[i].sorted, j, copy);
      uses[copy]++;
    }
  for (int copy = 0; copy < 26 * COPIES; copy += COPIES) bit_of[copy] = n_bits++, uses[copy] = 0;
  while (1) {
    int most = 0;
    for (int copy = 0; copy < 26 * COPIES; copy++) if (uses[copy] > uses[most]) most = copy;
    if (!uses[most]) break;
    if (n_bits == 128) { fprintf(stderr, "the words have too many letters twice\n"); exit(1); }
    bit_of[most] = n_bits++, uses[most] = 0;
  }
  for (int i = 0; i < n_classes; i++)
    for (int j = 0, copy = 0; classes[i].sorted[j]; j++) {
      copy = next_copy(classes[i].sorted, j, copy);
      add_bit(&classes[i].low, &classes[i].high, bit_of[copy]);
    }
}

static void build_levels(void) {
  qsort(classes, n_classes, sizeof *classes, by_key);
  while (n_low < n_classes && !classes[n_low].high) n_low++;
  for (int level = 0, n = n_classes; level < LEVELS; level++, n = (n + 7) / 8) {
    n_keys[level] = n;
    keys[level] = aligned_alloc(64, (n + 7) / 8 * 64);
    memset(keys[level], 255, (n + 7) / 8 * 64); /* no rack has all bits */
    for (int i = 0; i < n; i++)
      if (!level) keys[0][i] = classes[i].low;
      else for (int j = 0; j < 8; j++) keys[level][i] &= keys[level - 1][8 * i + j];
  }
}

/* Writes the numbers of the keys of a block that lack nothing; returns how many. */
static inline int fitting(const uint64_t *level, uint32_t first, uint64_t lacking, uint32_t *out) {
#ifdef __AVX512VL__
  __mmask8 fit = _mm512_testn_epi64_mask(_mm512_load_si512(level + first), _mm512_set1_epi64(lacking));
  __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  _mm256_storeu_si256((__m256i *)out, _mm256_maskz_compress_epi32(fit, numbers));
  return __builtin_popcount(fit);
#else
  int n = 0;
  for (int i = 0; i < 8; i++) out[n] = first + i, n += !(level[first + i] & lacking);
  return n;
#endif
}

static int search(const char *rack) {
  uint8_t count[26] = {0};
  uint64_t low = 0, high = 0;
  uint32_t *here = queue[0], *there = queue[1];
  int n = 0, n_below, n_found;
  for (; *rack; rack++) {
    int letter = place_of[*rack - 'A'], copy = count[letter]++;
    int bit = bit_of[letter * COPIES + copy];
    if (!copy || bit) add_bit(&low, &high, bit); /* 0: no word has so many */
  }
  for (int i = 0; i < n_keys[LEVELS - 1]; i += 8) n += fitting(keys[LEVELS - 1], i, ~low, here + n);
  for (int level = LEVELS - 2; level >= 0; level--) {
    uint32_t *below = level ? there : found;
    n_below = 0;
    for (int i = 0; i < n; i++) n_below += fitting(keys[level], 8 * here[i], ~low, below + n_below);
    n = n_below, there = here, here = below;
  }
  for (n_found = n; n_found && (int)found[n_found - 1] >= n_low; n_found--) {}
  for (int i = n_found; i < n; i++) /* their second word may not fit */
    found[n_found] = found[i], n_found += !(classes[found[i]].high & ~high);
  return n_found;
}

int main(int argc, char **argv) {
  if (argc < 3) { fprintf(stderr, "usage: %s WORDS RACKS [REPETITIONS]\n", argv[0]); return 2; }
  int repetitions = argc > 3 ? atoi(argv[3]) : 15, n_racks = 0;
  for (int i = 0; i < 26; i++) place_of[ORDER[i] - 'A'] = i;
  read_words(argv[1]), build_keys(), build_levels();
  static char racks[1 << 17][MAXLEN + 1];
  FILE *file = fopen(argv[2], "r");
  if (!file) { perror(argv[2]); return 1; }
  while (n_racks < 1 << 17 && fscanf(file, "%15s", racks[n_racks]) == 1) n_racks++;
  fclose(file);
  double seconds[1000];
  long total = 0, total_words = 0;
  if (repetitions > 1000) repetitions = 1000;
  for (int r = 0; r < repetitions; r++) {
    double start = now();
    total = 0;
    for (int i = 0; i < n_racks; i++) total += search(racks[i]);
    seconds[r] = now() - start;
  }
  for (int i = 0; i < n_racks; i++)
    for (int n = search(racks[i]); n--;) total_words += classes[found[n]].words;
  qsort(seconds, repetitions, sizeof *seconds, by_value);
  printf("{\"us_per_rack\": %.3f, \"min_us_per_rack\": %.3f, \"classes_per_rack\": %.3f, \"words_per_rack\": %.3f, "
         "\"words\": %d, \"racks\": %d}\n",
         seconds[repetitions / 2] * 1e6 / n_racks, seconds[0] * 1e6 / n_racks, (double)total / n_racks,
         (double)total_words / n_racks, n_words, n_racks);
  return 0;
}
