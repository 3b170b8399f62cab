/* A bot in C: plays the longest word, and buys the dearest patent it can pay.
 *
 * cc -O2 -o protocol_bot examples/protocol_bot.c
 * letter-tycoon tournament --players "cmd:./protocol_bot,random" --games 20
 *
 * It finds the few fields that it needs by their names, and takes no other care of JSON.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 10, MOST_WORDS = 400000 };

static const int price[26] = {8, 2, 3, 4, 10, 3, 3, 5, 7, 2, 2, 4, 3,
                              7, 7, 3, 2, 6, 6, 8, 3, 2, 3, 2, 3, 2};
static char words[MOST_WORDS][LONGEST + 1];
static int n_words, coins[LONGEST + 1];

static const char *after(const char *line, const char *name) {
    const char *found = strstr(line, name);
    return found ? found + strlen(name) : "";
}

static void read_words(const char *path) {
    char line[256];
    FILE *file = fopen(path, "r");
    for (n_words = 0; file && n_words < MOST_WORDS && fgets(line, sizeof line, file);) {
        size_t length = strcspn(line, " \r\n");
        if (length < 3 || length > LONGEST) continue;
        for (size_t at = 0; at < length; at++) words[n_words][at] = (char)toupper(line[at]);
        words[n_words++][length] = 0;
    }
    if (file) fclose(file);
}

/* Writes the word with capitals for cards of the hand and small letters for the community. */
static int lay(const char *word, const char *hand, const char *community, char *laid) {
    int of_hand[128] = {0}, of_community[128] = {0}, n_of_hand = 0;
    for (; *hand; hand++) of_hand[(int)*hand]++;
    for (; *community; community++) of_community[(int)*community]++;
    for (; *word; word++, laid++) {
        if (of_hand[(int)*word]-- > 0) *laid = *word, n_of_hand++;
        else if (of_community[(int)*word]-- > 0) *laid = (char)tolower(*word);
        else return 0;
    }
    *laid = 0;
    return n_of_hand > 0;
}

static void answer_turn(const char *view) {
    char hand[16], community[16], players[256], laid[16], best_laid[16] = "";
    const char *best = "";
    int seat = 0, money = 0;
    if (sscanf(view, "%15s %15s %255s %d", hand, community, players, &seat) < 4) return;
    if (strstr(view, "penalty")) {
        printf("{\"type\": \"turn\", \"turn\": \"discard %c\"}\n", hand[0]);
        return;
    }
    const char *own = players;
    while (seat-- > 0) own = strchr(own, '/') + 1;
    money = atoi(strchr(own, ':') + 1);
    for (int at = 0; at < n_words; at++)
        if (strlen(words[at]) > strlen(best) && lay(words[at], hand, community, laid)) {
            best = words[at];
            strcpy(best_laid, laid);
        }
    if (!*best) {
        printf("{\"type\": \"turn\", \"turn\": \"exchange %s\"}\n", hand);
        return;
    }
    char patent = 0;
    for (const char *letter = best; *letter; letter++)
        if (!strchr(players, *letter) && price[*letter - 'A'] <= money + coins[strlen(best)] &&
            (!patent || price[*letter - 'A'] > price[patent - 'A']))
            patent = *letter;
    printf("{\"type\": \"turn\", \"turn\": \"%s%s%.1s\"}\n", best_laid, patent ? ", buy " : "",
           patent ? &patent : "");
}

int main(void) {
    static char line[1 << 20];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        const char *type = after(line, "\"type\": \"");
        if (!strncmp(type, "hello", 5)) {
            puts("{\"type\": \"hello\", \"version\": 1, \"name\": \"longest word\"}");
        } else if (!strncmp(type, "new_game", 8)) {
            const char *number = after(line, "\"coins\": [");
            for (int length = 0; length <= LONGEST; length++, number = after(number, ","))
                coins[length] = atoi(number);
            char path[4096];
            snprintf(path, sizeof path, "%s", after(line, "\"path\": \""));
            path[strcspn(path, "\"")] = 0;
            read_words(path);
            puts("{\"type\": \"ready\"}");
        } else if (!strncmp(type, "go", 2)) {
            answer_turn(after(line, "\"view\": \""));
        } else if (!strncmp(type, "quit", 4)) {
            break;
        }
    }
    return 0;
}
